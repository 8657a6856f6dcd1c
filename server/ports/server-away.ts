/** The other side could not be reached, or lets no one in: it says nothing of the message, and every other would fare alike. */
export class ServerAway extends Error {}
