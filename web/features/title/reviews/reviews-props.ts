/** A reviewed series, or an episode of it. */
export type ReviewTarget = {
  content_type: 'series' | 'episode'
  object_id: number
  series_id: number
}

/** Reviews per page, from the specification. */
export const reviewPageSize = { series: 5, episode: 20 } as const

export type ReviewsProps = {
  target: ReviewTarget
  /** The number of reviews. */
  count: number
  /** Path of the player. */
  watch_path: string | null
  /** Called after the member has written or deleted a review. */
  onChanged: () => void
}
