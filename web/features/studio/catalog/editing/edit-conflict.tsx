import { dateTime } from '#web/lib/format.ts'
import { catalogueCopy } from '#web/features/studio/catalog/messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useId, useRef, useState } from 'react'
import { shownValue } from '#web/features/studio/audit/format-audit-value.ts'
import type { Edit } from './use-edit-session.ts'
import { useLastAct } from './use-edit-session.ts'

const words = catalogueCopy.conflict

/** Who changed what meanwhile, and which of it is to stand: field by field. */
export function Conflict<F extends object>({ edit }: { edit: Edit<F> }) {
  const { meanwhile, base, values, dirty } = edit
  const [mine, setMine] = useState<readonly string[]>(dirty)
  const actOf = useLastAct(edit)
  const heading = useRef<HTMLHeadingElement>(null)
  const name = useId()
  useEffect(() => heading.current?.focus(), [])
  if (!meanwhile) return null
  const cell = 'min-w-0 text-sm break-keep whitespace-pre-wrap wrap-anywhere'
  return (
    <section
      role="alert"
      aria-labelledby={name}
      className="mb-6 rounded-xl bg-gam-wash p-4 inset-ring inset-ring-gam md:p-5"
    >
      <h2
        ref={heading}
        id={name}
        tabIndex={-1}
        className="flex items-center gap-2 text-lg font-bold outline-none"
      >
        <Icon name="warning" className="size-5 text-gam" />
        {words.title}
      </h2>
      <p className="mt-1 text-sm text-paper-2">{words.detail}</p>
      <ul className="mt-4 space-y-3">
        {meanwhile.fields.map((field) => {
          const act = actOf(field)
          const isContested = dirty.includes(field)
          const use = (isMine: boolean) =>
            setMine(isMine ? [...mine, field] : mine.filter((one) => one !== field))
          return (
            <li key={field} className="rounded-lg bg-ink p-3">
              <p className="flex flex-wrap gap-x-3 text-sm">
                <span className="font-semibold">{catalogueCopy.fields[field]}</span>
                <span className="text-paper-3">
                  {act ? words.by(act.staff_name, dateTime(act.at)) : words.somebody}
                </span>
              </p>
              <dl className="mt-2 grid gap-x-4 gap-y-1 md:grid-cols-[4rem_1fr]">
                <dt className="text-xs leading-5.5 text-paper-3">{words.was}</dt>
                <dd className={`${cell} text-paper-3`}>{shownValue(field, base[field])}</dd>
                <dt className="text-xs leading-5.5 text-paper-3">{words.theirs}</dt>
                <dd className={cell}>{shownValue(field, meanwhile.stands[field])}</dd>
                {isContested && (
                  <>
                    <dt className="text-xs leading-5.5 text-paper-3">{words.mine}</dt>
                    <dd className={`${cell} font-semibold`}>{shownValue(field, values[field])}</dd>
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
                        name={`${name}-${field}`}
                        checked={mine.includes(field) === isMine}
                        onChange={() => use(isMine)}
                        className="size-5 accent-gam"
                      />
                      {isMine ? words.use_mine : words.use_theirs}
                    </label>
                  ))}
                </div>
              ) : (
                <p className="mt-1 text-xs text-paper-3">{words.theirs_only}</p>
              )}
            </li>
          )
        })}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button look="primary" busy={edit.busy} onClick={() => edit.resolve(mine)}>
          {words.save}
        </Button>
        <Button look="outline" onClick={edit.takeTheirs}>
          {words.again}
        </Button>
      </div>
    </section>
  )
}
