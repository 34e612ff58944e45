import { formatDateTime } from '#web/lib/format.ts'
import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useId, useRef, useState } from 'react'
import { formatAuditValue } from '#web/features/studio/audit/format-audit-value.ts'
import type { Edit } from './use-edit-session.ts'
import { useLastEditor } from './use-edit-session.ts'

const messages = studioCatalogMessages.conflict

/** Resolves a conflict field by field: the member's value or the other editor's. */
export function EditConflict<F extends object>({ edit }: { edit: Edit<F> }) {
  const { concurrentChange, base, values, dirty } = edit
  const [mine, setMine] = useState<readonly string[]>(dirty)
  const lastEditorOf = useLastEditor(edit)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useEffect(() => heading.current?.focus(), [])
  if (!concurrentChange) return null
  const cell = 'min-w-0 text-sm break-keep whitespace-pre-wrap wrap-anywhere'
  return (
    <section
      role="alert"
      aria-labelledby={titleId}
      className="mb-6 rounded-xl bg-accent-subtle p-4 inset-ring inset-ring-accent md:p-5"
    >
      <h2
        ref={heading}
        id={titleId}
        tabIndex={-1}
        className="flex items-center gap-2 text-lg font-bold outline-none"
      >
        <Icon name="warning" className="size-5 text-accent" />
        {messages.title}
      </h2>
      <p className="mt-1 text-sm text-foreground-muted">{messages.detail}</p>
      <ul className="mt-4 space-y-3">
        {concurrentChange.fields.map((field) => {
          const lastEdit = lastEditorOf(field)
          const isContested = dirty.includes(field)
          const select = (isMine: boolean) =>
            setMine(isMine ? [...mine, field] : mine.filter((name) => name !== field))
          return (
            <li key={field} className="rounded-lg bg-background p-3">
              <p className="flex flex-wrap gap-x-3 text-sm">
                <span className="font-semibold">{studioCatalogMessages.fields[field]}</span>
                <span className="text-foreground-subtle">
                  {lastEdit
                    ? messages.by(lastEdit.staff_name, formatDateTime(lastEdit.at))
                    : messages.unknown_editor}
                </span>
              </p>
              <dl className="mt-2 grid gap-x-4 gap-y-1 md:grid-cols-[4rem_1fr]">
                <dt className="text-xs leading-5.5 text-foreground-subtle">{messages.was}</dt>
                <dd className={`${cell} text-foreground-subtle`}>
                  {formatAuditValue(field, base[field])}
                </dd>
                <dt className="text-xs leading-5.5 text-foreground-subtle">{messages.remote}</dt>
                <dd className={cell}>{formatAuditValue(field, concurrentChange.current[field])}</dd>
                {isContested && (
                  <>
                    <dt className="text-xs leading-5.5 text-foreground-subtle">{messages.mine}</dt>
                    <dd className={`${cell} font-semibold`}>
                      {formatAuditValue(field, values[field])}
                    </dd>
                  </>
                )}
              </dl>
              {isContested ? (
                <div className="mt-2 flex flex-wrap gap-x-5">
                  {[true, false].map((isMine) => (
                    <label
                      key={String(isMine)}
                      className="flex min-h-11 items-center gap-2 text-sm"
                    >
                      <input
                        type="radio"
                        name={`${titleId}-${field}`}
                        checked={mine.includes(field) === isMine}
                        onChange={() => select(isMine)}
                        className="size-5 accent-accent"
                      />
                      {isMine ? messages.use_mine : messages.use_remote}
                    </label>
                  ))}
                </div>
              ) : (
                <p className="mt-1 text-xs text-foreground-subtle">{messages.remote_only}</p>
              )}
            </li>
          )
        })}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="primary" busy={edit.isPending} onClick={() => edit.resolve(mine)}>
          {messages.save}
        </Button>
        <Button variant="outline" onClick={edit.acceptRemote}>
          {messages.discard_mine}
        </Button>
      </div>
    </section>
  )
}
