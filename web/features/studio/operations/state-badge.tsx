import type { HealthState } from '#contract/operations/health.ts'
import { operationsMessages as messages } from './messages.ko.ts'

const tones = {
  good: 'bg-success/15 text-success',
  look: 'bg-accent-subtle text-accent-bright',
  broken: 'bg-danger/15 text-danger',
  no_answer: 'bg-danger/15 text-danger',
  off: 'bg-surface-high text-foreground-muted',
} satisfies Record<HealthState, string>

export const StateBadge = ({ state }: { state: HealthState }) => (
  <span className={`badge px-2 ${tones[state]}`}>{messages.states[state]}</span>
)
