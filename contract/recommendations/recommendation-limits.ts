/** The most works that a new profile picks. In a file of its own, so that pages do not load the schemas. */
export const maxTastePicks = 10
