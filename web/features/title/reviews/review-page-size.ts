/** Reviews on one page, as the specification says. */
export const reviewPageSize = { series: 5, episode: 20 } as const
