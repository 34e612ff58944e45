import type { RentalPeriod } from '#contract/playback/playback.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { ownershipLabels } from './purchase/messages.ko.ts'
import { rentalSentence } from './rental-period.ko.ts'

/** The period of a rental with its label. */
export function RentalLine({ rental }: { rental: RentalPeriod }) {
  return (
    <span className="flex items-start gap-2 text-balance tabular-nums">
      <Badge tone="accent_subtle" className="mt-1 shrink-0">
        {ownershipLabels[2]}
      </Badge>
      <span>{rentalSentence(rental)}</span>
    </span>
  )
}
