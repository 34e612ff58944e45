import type { RefundIneligibilityReason } from '#contract/transactions/payment-constants.ts'
import { exactTime } from '#web/lib/format.ts'
import { count, dateTime, points, won } from '#web/lib/format.ts'
import { obstacleWords } from '#web/features/billing/purchases/messages.ko.ts'
import { actWords } from './messages.ko.ts'
import { catalogueCopy } from '#web/features/studio/catalog/messages.ko.ts'
import { pointText, uploadsCopy } from '#web/features/studio/uploads/messages.ko.ts'

const words = catalogueCopy.history

const stateWords: Readonly<Record<string, string>> = uploadsCopy.asset_states
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** A field's value as its history, a conflict and the audit log show it. */
export function shownValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return words.none
  switch (field) {
    case 'category_ids':
      return listed((value as number[]).map((id) => catalogueCopy.categories[id] ?? String(id)))
    case 'descriptors':
      return listed(value as string[])
    case 'people':
      return listed(
        (value as { name: string; role: keyof typeof catalogueCopy.people.roles }[]).map(
          ({ name, role }) => `${name}(${catalogueCopy.people.roles[role]})`,
        ),
      )
    case 'publish_at':
    case 'unpublish_at':
      return exactTime(value as string)
    case 'price':
    case 'rental_price':
    case 'won':
      return won(value as number)
    case 'amount':
    case 'event_point':
    case 'paid_point':
      return points(value as number)
    case 'opening': {
      const { start, end } = value as { start: number; end: number }
      return `${pointText(start)} – ${pointText(end)}`
    }
    case 'ending_start':
    case 'at':
      return pointText(value as number)
    case 'bytes':
    case 'received_bytes':
      return count(value as number)
    case 'overridden_reason':
      return obstacleWords[value as RefundIneligibilityReason]
    case 'device':
      return value === 'all' ? actWords.all_devices : (value as string)
    case 'state':
      return stateWords[value as string] ?? (value as string)
    case 'orientation':
      return catalogueCopy.episode.orientations[value as 'horizontal' | 'vertical']
    case 'age_rating':
      return catalogueCopy.ages[value as 'ALL']
    case 'is_series':
      return catalogueCopy.kinds[value ? 'series' : 'film']
    case 'poster':
    case 'backdrop':
    case 'thumbnail':
      return words.set
    case 'seasons':
    case 'episodes':
    case 'ids':
      return words.order((value as number[]).length)
    default:
      if (typeof value === 'boolean') return value ? words.yes : words.no
      if (typeof value !== 'string') return JSON.stringify(value)
      return instant.test(value) ? dateTime(value) : value
  }
}

const listed = (items: readonly string[]) => (items.length > 0 ? items.join(', ') : words.none)
