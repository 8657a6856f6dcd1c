/** What stands against working here and now, in words for an operator. */
export class StartError extends Error {}
