import { reviewsOfDrawnFilms } from './drawn-films.ts'
import { reviewsOfMovingToons } from './moving-toons.ts'

export type WrittenReview = {
  /** Half stars. */
  rating: number
  context: string
  is_spoiler: boolean
  /** When it was written: 0 at the release of the work, 1 now. */
  share: number
  /** How many members found it helpful. */
  helpful: number
}

const texts: Readonly<Record<number, string>> = { ...reviewsOfDrawnFilms, ...reviewsOfMovingToons }

/**
 * Reads the reviews of a work from lines of `stars percent helpful text`, such as `4.5 30 2 …`; `!` after the stars marks
 * a spoiler.
 * @throws for a line of another form
 */
export function readReviews(work_id: number): WrittenReview[] {
  const lines = (texts[work_id] ?? '').trim().split('\n')
  return lines.filter(Boolean).map((line) => {
    const [, stars, spoiler, percent, helpful, context] =
      /^\s*([\d.]+)(!?) (\d+) (\d+) (.+)$/.exec(line) ?? []
    if (context === undefined) throw new Error(`Not a review: ${line}`)
    return {
      rating: Number(stars) * 2,
      context,
      is_spoiler: spoiler === '!',
      share: Number(percent) / 100,
      helpful: Number(helpful),
    }
  })
}
