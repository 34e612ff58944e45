import type { PointTransaction } from '#contract/transactions/transactions.ts'
import { pointsCopy } from '#web/copy/points.ts'

type Move = Pick<
  PointTransaction,
  'changed_point' | 'is_event' | 'is_topup' | 'episode' | 'payment_method'
>

/**
 * What the title of a move leaves unsaid: a refund bears the name of what is paid back, and the points that come along
 * with a top-up that of the top-up. Nothing where the title says all.
 */
export function noteOf(move: Move): string | null {
  if (move.is_topup) return move.is_event ? pointsCopy.came_along : null
  if (move.episode) return move.changed_point > 0 ? pointsCopy.came_back : null
  // Of no episode and yet of an order: what is left of a top-up. What lapses or is given is of none.
  return move.payment_method && move.changed_point < 0 ? pointsCopy.taken_back : null
}
