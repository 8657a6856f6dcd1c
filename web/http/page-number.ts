const MOST_PAGES = 10_000

/** The page of a list that an address names; what is no page is the first. */
export const readPageNumber = (search: URLSearchParams, name = 'page'): number =>
  Math.min(MOST_PAGES, Math.max(1, Math.trunc(Number(search.get(name))) || 1))
