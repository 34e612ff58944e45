import type { AuditLogEntry } from '#contract/studio/audit-log.ts'
import { hiddenAuditFields, auditFieldLabels } from './messages.ko.ts'
import { studioMessages } from '#web/features/studio/common/messages.ko.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { formatAuditValue } from './format-audit-value.ts'

const messages = studioMessages.acts
/** Texts are shown so long, in characters; and so much stands around what differs in them. */
const longest = 160
const around = 16

/** Field by field, as it was and as it became: of a long text, the part that differs. */
export function AuditDiff({ act: { before, after } }: { act: AuditLogEntry }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    // Of what is new, what it is not goes without saying.
    (name) => !hiddenAuditFields.has(name) && (before !== null || Boolean(after?.[name])),
  )
  if (names.length === 0) return null
  return (
    <dl className="mt-1.5 grid gap-y-1 text-sm">
      {names.map((name) => {
        const [was, is] = [before, after].map(
          (fields) => fields && formatAuditValue(name, fields[name]),
        )
        const [cutWas, cutIs] =
          was && is ? trimCommonPrefix(was, is) : [was && cut(was), is && cut(is)]
        return (
          <div key={name} className="gap-x-4 sm:grid sm:grid-cols-[7rem_minmax(0,1fr)]">
            <dt className="text-foreground-subtle">{auditFieldLabels[name] ?? name}</dt>
            <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2 break-keep wrap-anywhere">
              {cutWas && (
                <del className="text-foreground-subtle no-underline">
                  <span className="sr-only">{messages.was}: </span>
                  {cutWas}
                </del>
              )}
              {cutIs && (
                <ins className="min-w-0 no-underline">
                  {cutWas && (
                    <Icon name="right" className="mr-2 inline size-3 text-foreground-subtle" />
                  )}
                  <span className="sr-only">{messages.is}: </span>
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

const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text)

/** Of two long texts the parts from where they begin to differ, a few characters before it. */
export function trimCommonPrefix(was: string, is: string): [string, string] {
  if (Math.max(was.length, is.length) <= longest) return [was, is]
  let same = 0
  while (same < was.length && was[same] === is[same]) same++
  const from = Math.max(0, same - around)
  const part = (text: string) => `${from > 0 ? '…' : ''}${cut(text.slice(from))}`
  return [part(was), part(is)]
}
