import type { AuditLogEntry } from '#contract/studio/audit-log.ts'
import { hiddenAuditFields, auditFieldLabels } from './messages.ko.ts'
import { studioMessages } from '#web/features/studio/common/messages.ko.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { formatAuditValue } from './format-audit-value.ts'

const messages = studioMessages.audit_log
/** Maximum characters shown of a text, and of the context around a difference. */
const maxLength = 160
const around = 16

/** The changed fields with their old and new values; of long texts, the part that differs. */
export function AuditDiff({ entry: { before, after } }: { entry: AuditLogEntry }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    // For a created row, empty fields are omitted.
    (name) => !hiddenAuditFields.has(name) && (before !== null || Boolean(after?.[name])),
  )
  if (names.length === 0) return null
  return (
    <dl className="mt-1.5 grid gap-y-1 text-sm">
      {names.map((name) => {
        const [oldText, newText] = [before, after].map(
          (fields) => fields && formatAuditValue(name, fields[name]),
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
