import { pointExpiry } from '#server/domains/transactions/points/point-lots.ts'

// Points, purchases and refunds as plain arithmetic, and the house beside them: after every step the two agree.

export type Lot = {
  kind: 'event' | 'paid'
  left: number
  expires: number
  top_up: string
  born: number
}
type Bought = {
  by: 'card' | 'point'
  at: number
  taken: readonly { lot: Lot; amount: number }[]
  played: boolean
  state: 'active' | 'refunding' | 'refunded'
}

/** What ought to be, reckoned here. */
export type Model = {
  lots: Lot[]
  bought: Map<number, Bought>
  /** Orders whose outcome the gateway alone knows, and what each brings. */
  open: Map<string, { points: number; bonus: number } | { episode: number }>
  /** Top-ups of which what is left is on its way back. */
  going: Map<number, { taken: readonly { lot: Lot; amount: number }[]; kept: number }>
  /** Of each top-up, the won that were kept back for a bonus that was spent (D-55). */
  withheld: Map<number, number>
  steps: number
}

export const newModel = (): Model => ({
  ...{
    lots: [],
    bought: new Map(),
    open: new Map(),
    going: new Map(),
    withheld: new Map(),
    steps: 0,
  },
})

export const activePurchases = (model: Model, now: number) =>
  model.lots.filter((lot) => lot.left > 0 && lot.expires > now)

/** Points of a lot that stand in what was bought and was not paid back. */
export function spentOf(model: Model, lots: readonly Lot[]): number {
  let spent = 0
  for (const { state, taken } of model.bought.values())
    for (const { lot, amount } of state === 'refunded' ? [] : taken)
      if (lots.includes(lot)) spent += amount
  return spent
}

export function expireModelPoints(model: Model, now: number) {
  for (const lot of model.lots) if (lot.expires <= now) lot.left = 0
}

/** L6: event points by expiry, then paid ones by age. */
export function planSpend(model: Model, price: number, now: number) {
  const taken: { lot: Lot; amount: number }[] = []
  let left = price
  const lots = activePurchases(model, now).toSorted(
    (a, b) =>
      Number(a.kind === 'paid') - Number(b.kind === 'paid') ||
      a.expires - b.expires ||
      a.born - b.born,
  )
  for (const lot of lots) {
    const amount = Math.min(left, lot.left)
    if (amount > 0) taken.push({ lot, amount })
    left -= amount
  }
  return left === 0 ? taken : undefined
}

export function addPoints(
  model: Model,
  { points, bonus }: { points: number; bonus: number },
  top_up: string,
  at: Date,
) {
  const lot = (kind: Lot['kind'], left: number): Lot => ({
    ...{ kind, left, top_up, born: model.lots.length },
    expires: pointExpiry(kind, at).getTime(),
  })
  model.lots.push(lot('paid', points))
  if (bonus > 0) model.lots.push(lot('event', bonus))
}
