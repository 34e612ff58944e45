import type { RentalPeriod } from '#contract/playback/playback.ts'
import type { RentalTerms } from '#contract/transactions/rental-terms.ts'
import { formatMonthDay } from '#web/lib/format-basics.ts'
import { formatTime } from '#web/lib/format.ts'

type Terms = Pick<RentalTerms, 'start_days' | 'playback_hours'>

/** The rule of a rental, before it is bought. */
export const rentalRule = ({ start_days, playback_hours }: Terms) =>
  `${start_days}일 안에 보기 시작할 수 있고, 시작하면 ${playback_hours}시간 동안 볼 수 있어요`

/** One sentence on a rental: until when it may be started; once started, until when it plays. The same on all pages. */
export function rentalSentence({ expires_at, is_started, playback_hours }: RentalPeriod): string {
  const until = `${formatMonthDay(expires_at)} ${formatTime(expires_at)}`
  return is_started
    ? `${until}까지 볼 수 있어요`
    : `${until}까지 보기 시작할 수 있고, 시작하면 ${playback_hours}시간 동안 볼 수 있어요`
}
