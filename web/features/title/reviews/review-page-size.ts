/** Reviews per page, from the specification. */
export const reviewPageSize = { series: 5, episode: 20 } as const
