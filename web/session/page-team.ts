/** The field in which a page says for which team it was opened: another tab may have switched since. */
export const PAGE_TEAM = 'pageTeam'
