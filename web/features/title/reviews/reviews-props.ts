import type { ReviewTarget } from './queries.ts'

export type ReviewsProps = {
  work: ReviewTarget
  /** How many there are, as the page knows it. */
  count: number
  /** Where one begins to watch it. */
  watch_path: string | null
  /** Asks to sign in. @returns whether he did. */
  signIn: () => Promise<boolean>
  /** The member has written or deleted one. */
  onChanged: () => void
}
