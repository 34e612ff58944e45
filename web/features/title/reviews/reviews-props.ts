import type { ReviewTarget } from './queries.ts'

export type ReviewsProps = {
  target: ReviewTarget
  /** The number of reviews. */
  count: number
  /** Path of the player. */
  watch_path: string | null
  /**
   * Opens the login dialog.
   * @returns whether the visitor has logged in.
   */
  signIn: () => Promise<boolean>
  /** Called after the member has written or deleted a review. */
  onChanged: () => void
}
