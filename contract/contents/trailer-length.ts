/** The seconds of a trailer. */
export const trailerSeconds = 8
