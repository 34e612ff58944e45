export const plans = { basic: 1, standard: 2, premium: 3 } as const

type PlanStory = {
  member: number
  plan: keyof typeof plans
  /** Days before now. */
  from: number
  change?: { to: keyof typeof plans; at: number }
  stopped?: number
  /** The plan is refunded before it is used. */
  refunded?: number
  /** The card is declined when the plan is renewed. */
  isDeclinedLater?: true
}

/** Members with a plan: some joined with it, some changed or left, and the renewal of one fails. */
export const planStories: readonly PlanStory[] = [
  { member: 1, plan: 'standard', from: 66 },
  { member: 4, plan: 'basic', from: 64, change: { to: 'standard', at: 33 } },
  { member: 7, plan: 'premium', from: 61 },
  { member: 10, plan: 'standard', from: 58, stopped: 30 },
  { member: 13, plan: 'basic', from: 55 },
  { member: 16, plan: 'standard', from: 52 },
  { member: 19, plan: 'premium', from: 49, change: { to: 'basic', at: 21 } },
  { member: 22, plan: 'basic', from: 46, stopped: 17 },
  { member: 24, plan: 'standard', from: 43 },
  { member: 27, plan: 'basic', from: 40 },
  { member: 29, plan: 'standard', from: 36.4, isDeclinedLater: true },
  { member: 31, plan: 'basic', from: 34 },
  { member: 33, plan: 'premium', from: 30 },
  { member: 36, plan: 'standard', from: 27 },
  { member: 38, plan: 'basic', from: 24, stopped: 3 },
  { member: 41, plan: 'standard', from: 20 },
  { member: 44, plan: 'basic', from: 17, refunded: 16.8 },
  { member: 47, plan: 'standard', from: 13 },
  { member: 50, plan: 'basic', from: 10 },
  { member: 53, plan: 'standard', from: 6 },
  { member: 56, plan: 'premium', from: 3 },
  { member: 58, plan: 'basic', from: 1.2 },
]

/** Whether a member has a plan on a day, in days before now. */
export const hasPlan = (member: number, days: number): boolean =>
  planStories.some(
    ({ member: owner, from, stopped, refunded }) =>
      owner === member && days < from && days > (stopped ?? 0) && refunded === undefined,
  )
