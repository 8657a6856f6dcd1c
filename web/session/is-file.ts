/**
 * Whether an address is one of a file that is taken away. It is read as the router reads it: in either case, with any letter
 * written as its code, with slashes after it, and as the router itself asks for what a page loads.
 */
export function isFileAddress(pathname: string): boolean {
  let path = pathname
  try {
    path = decodeURIComponent(pathname)
  } catch {
    // What cannot be read matches no route.
  }
  return /\.csv\/*(?:_?\.data)?\/*$/i.test(path)
}
