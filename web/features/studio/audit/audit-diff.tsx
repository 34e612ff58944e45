import type { AuditLogEntry } from '#contract/studio/audit-log.ts'
import { hiddenAuditFields, auditFieldLabels, auditMessages } from './messages.ko.ts'
import { studioMessages, staffRoleLabels } from '#web/features/studio/common/messages.ko.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import type { HomeAnchor } from '#contract/contents/home-anchors.ts'
import type { StaffRole } from '#contract/core/staff-roles.ts'
import type { RefundIneligibilityReason } from '#contract/transactions/payment-schemas.ts'
import {
  formatTimestamp,
  formatCount,
  formatDateTime,
  formatPoints,
  formatWon,
} from '#web/lib/format.ts'
import { refundBlockedReasons } from '#web/features/billing/purchases/messages.ko.ts'
import { useCategories } from '#web/features/studio/catalog/queries.ts'
import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { homeCurationMessages } from '#web/features/studio/home-curation/messages.ko.ts'
import { formatMarkerTime, uploadsMessages } from '#web/features/studio/uploads/messages.ko.ts'

const historyMessages = studioCatalogMessages.history

const stateWords: Readonly<Record<string, string>> = uploadsMessages.asset_states
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** The names of categories by id. */
type CategoryNames = ReadonlyMap<number, string>

/** Returns a function that formats a field's value for revisions, conflicts and the audit log. */
export function useAuditFormat() {
  const categories = new Map(useCategories().map(({ id, name }) => [id, name]))
  return (field: string, value: unknown) => formatAuditValue(field, value, categories)
}

export function formatAuditValue(
  field: string,
  value: unknown,
  categories: CategoryNames = new Map(),
): string {
  const nameOf = (id: number) => categories.get(id) ?? String(id)
  if (value === null || value === undefined || value === '') return historyMessages.none
  switch (field) {
    case 'category_ids':
    case 'header_category_ids':
      return joinItems((value as number[]).map(nameOf))
    case 'korean_category_id':
    case 'abroad_category_id':
      return nameOf(value as number)
    case 'countries':
    case 'descriptors':
    case 'works':
    case 'episode_lines':
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
    case 'plan_price':
    case 'package_price':
    case 'won':
      return formatWon(value as number)
    case 'amount':
    case 'point_bonus':
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
      return historyMessages.set
    case 'seasons':
    case 'episodes':
    case 'ids':
      return historyMessages.order((value as number[]).length)
    default:
      if (typeof value === 'boolean') return value ? historyMessages.yes : historyMessages.no
      if (typeof value !== 'string') return JSON.stringify(value)
      return instant.test(value) ? formatDateTime(value) : value
  }
}

const joinItems = (items: readonly string[]) =>
  items.length > 0 ? items.join(', ') : historyMessages.none

const messages = studioMessages.audit_log
/** Maximum characters shown of a text, and of the context around a difference. */
const maxLength = 160
const around = 16

/** The changed fields with their old and new values; of long texts, the part that differs. */
export function AuditDiff({ entry: { before, after } }: { entry: AuditLogEntry }) {
  const format = useAuditFormat()
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    // For a created row, empty fields are omitted.
    (name) => !hiddenAuditFields.has(name) && (before !== null || Boolean(after?.[name])),
  )
  if (names.length === 0) return null
  return (
    <dl className="mt-2 grid gap-y-1 text-sm">
      {names.map((name) => {
        const [oldText, newText] = [before, after].map(
          (fields) => fields && format(name, fields[name]),
        )
        const [cutWas, cutIs] =
          oldText && newText
            ? trimCommonPrefix(oldText, newText)
            : [oldText && truncate(oldText), newText && truncate(newText)]
        return (
          <div key={name} className="gap-x-4 sm:grid sm:grid-cols-[7rem_minmax(0,1fr)]">
            <dt className="text-foreground-subtle">{auditFieldLabels[name] ?? name}</dt>
            <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2 break-keep wrap-anywhere">
              {cutWas && (
                <del className="text-foreground-subtle no-underline">
                  <span className="sr-only">{messages.before}: </span>
                  {cutWas}
                </del>
              )}
              {cutIs && (
                <ins className="min-w-0 no-underline">
                  {cutWas && (
                    <Icon
                      name="chevron_right"
                      className="mr-2 inline size-3 text-foreground-subtle"
                    />
                  )}
                  <span className="sr-only">{messages.after}: </span>
                  {cutIs}
                </ins>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const truncate = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text)

/** Cuts the common beginning of two long texts, except for a few characters of context. */
export function trimCommonPrefix(oldText: string, newText: string): [string, string] {
  if (Math.max(oldText.length, newText.length) <= maxLength) return [oldText, newText]
  let commonLength = 0
  while (commonLength < oldText.length && oldText[commonLength] === newText[commonLength])
    commonLength++
  const from = Math.max(0, commonLength - around)
  const cutPart = (text: string) => `${from > 0 ? '…' : ''}${truncate(text.slice(from))}`
  return [cutPart(oldText), cutPart(newText)]
}
