declare const unit: unique symbol

/** Whole won, tax included, 0 or more (D-03). */
export type Won = number & { readonly [unit]: 'won' }
/** Whole points, 0 or more: 1P = 1원. */
export type Points = number & { readonly [unit]: 'points' }

/** @throws RangeError for what is no whole number of 0 or more: such a figure is a fault of ours. */
export const won = (amount: number): Won => whole(amount) as Won
/** @throws RangeError as `won` does. */
export const points = (amount: number): Points => whole(amount) as Points

function whole(amount: number): number {
  if (Number.isSafeInteger(amount) && amount >= 0) return amount
  throw new RangeError(`${amount} is no amount`)
}
