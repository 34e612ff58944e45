import { pointExpiry } from '#server/domains/transactions/points/point-lots.ts'

// A plain arithmetic model of points, purchases and refunds. The tests compare it with the system after every step.

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

/** The expected state. */
export type Model = {
  lots: Lot[]
  bought: Map<number, Bought>
  /** Orders with an outcome that only the gateway has, and their content. */
  open: Map<string, { points: number; bonus: number } | { episode: number }>
  /** Pending refunds of top-ups. */
  going: Map<number, { taken: readonly { lot: Lot; amount: number }[]; kept: number }>
  /** The won deducted from each top-up for spent bonus. */
  withheld: Map<number, number>
  steps: number
}

export const newModel = (): Model => ({
  lots: [],
  bought: new Map(),
  open: new Map(),
  going: new Map(),
  withheld: new Map(),
  steps: 0,
})

export const activePurchases = (model: Model, now: number) =>
  model.lots.filter((lot) => lot.left > 0 && lot.expires > now)

/** The spent points of some lots, without refunded purchases. */
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

/** Event points by expiry, then paid points by age. */
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
    kind,
    left,
    top_up,
    born: model.lots.length,
    expires: pointExpiry(kind, at).getTime(),
  })
  model.lots.push(lot('paid', points))
  if (bonus > 0) model.lots.push(lot('event', bonus))
}
