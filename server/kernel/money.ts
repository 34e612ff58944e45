declare const unit: unique symbol

/** Whole won, tax included, 0 or more (D-03). */
export type Won = number & { readonly [unit]: 'won' }

/** @throws RangeError for what is no whole number of 0 or more: such a figure is a fault of ours. */
export function won(amount: number): Won {
  if (Number.isSafeInteger(amount) && amount >= 0) return amount as Won
  throw new RangeError(`${amount} is no amount`)
}
