import type { HomeAnchor } from '#contract/contents/home-anchors.ts'
import type { StaffRole } from '#contract/core/staff-roles.ts'
import type { RefundIneligibilityReason } from '#contract/transactions/payment-schemas.ts'
import { formatTimestamp } from '#web/lib/format.ts'
import { formatCount, formatDateTime, formatPoints, formatWon } from '#web/lib/format.ts'
import { refundBlockedReasons } from '#web/features/billing/purchases/messages.ko.ts'
import { auditMessages } from './messages.ko.ts'
import { staffRoleLabels } from '#web/features/studio/common/messages.ko.ts'
import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { homeCurationMessages } from '#web/features/studio/home-curation/messages.ko.ts'
import { formatMarkerTime, uploadsMessages } from '#web/features/studio/uploads/messages.ko.ts'

const messages = studioCatalogMessages.history

const stateWords: Readonly<Record<string, string>> = uploadsMessages.asset_states
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** Formats a field's value for revisions, conflicts and the audit log. */
export function formatAuditValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return messages.none
  switch (field) {
    case 'category_ids':
      return joinItems(
        (value as number[]).map((id) => studioCatalogMessages.categories[id] ?? String(id)),
      )
    case 'countries':
    case 'descriptors':
    case 'works':
    case 'rows':
      return joinItems(value as string[])
    case 'hero':
      return joinItems((value as { title: string }[]).map(({ title }) => title))
    case 'after_row':
      return homeCurationMessages.anchors[value as HomeAnchor]
    case 'people':
      return joinItems(
        (value as { name: string; role: keyof typeof studioCatalogMessages.people.roles }[]).map(
          ({ name, role }) => `${name}(${studioCatalogMessages.people.roles[role]})`,
        ),
      )
    case 'publish_at':
    case 'unpublish_at':
      return formatTimestamp(value as string)
    case 'price':
    case 'rental_price':
    case 'won':
      return formatWon(value as number)
    case 'amount':
    case 'event_point':
    case 'paid_point':
      return formatPoints(value as number)
    case 'opening': {
      const { start, end } = value as { start: number; end: number }
      return `${formatMarkerTime(start)} – ${formatMarkerTime(end)}`
    }
    case 'ending_start':
    case 'at':
      return formatMarkerTime(value as number)
    case 'bytes':
    case 'received_bytes':
      return formatCount(value as number)
    case 'overridden_reason':
      return refundBlockedReasons[value as RefundIneligibilityReason]
    case 'device':
      return value === 'all' ? auditMessages.all_devices : (value as string)
    case 'state':
      return stateWords[value as string] ?? (value as string)
    case 'orientation':
      return studioCatalogMessages.episode.orientations[value as 'horizontal' | 'vertical']
    case 'role':
      return staffRoleLabels[value as StaffRole]
    case 'age_rating':
      return studioCatalogMessages.ages[value as 'ALL']
    case 'is_series':
      return studioCatalogMessages.kinds[value ? 'series' : 'film']
    case 'poster':
    case 'backdrop':
    case 'thumbnail':
      return messages.set
    case 'seasons':
    case 'episodes':
    case 'ids':
      return messages.order((value as number[]).length)
    default:
      if (typeof value === 'boolean') return value ? messages.yes : messages.no
      if (typeof value !== 'string') return JSON.stringify(value)
      return instant.test(value) ? formatDateTime(value) : value
  }
}

const joinItems = (items: readonly string[]) =>
  items.length > 0 ? items.join(', ') : messages.none
