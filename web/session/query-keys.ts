/** The access to each episode that a response has named. */
export const episodeAccessKey = ['content', 'episode-access'] as const
