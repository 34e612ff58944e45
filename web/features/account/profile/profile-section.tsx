import { useEffect, useId, useRef, useState, type ReactNode, type Ref } from 'react'
import { Button } from '#web/ui/base/button.tsx'
import { profileMessages } from './messages.ko.ts'
import type { UseQueryResult } from '@tanstack/react-query'

const messages = profileMessages.picture

/** A profile section that saves independently. */
export function ProfileSection({
  id,
  title,
  detail,
  children,
}: {
  /** Target of links with `#id`. */
  id?: string | undefined
  title: string
  detail?: string
  children: ReactNode
}) {
  const heading = useId()
  const section = useRef<HTMLElement>(null)
  // The section is rendered after load, when the browser no longer scrolls to `#id`.
  useEffect(() => {
    if (id && location.hash === `#${id}`) section.current?.scrollIntoView()
  }, [id])
  return (
    <section
      ref={section}
      {...(id && { id })}
      aria-labelledby={heading}
      className="border-t border-border py-7 md:grid md:grid-cols-[12.5rem_minmax(0,1fr)] md:gap-8 md:py-9"
    >
      <div>
        <h2 id={heading} className="text-lg font-bold">
          {title}
        </h2>
        {detail && <p className="mt-1 text-sm text-foreground-subtle">{detail}</p>}
      </div>
      <div className="min-w-0 max-md:mt-4">{children}</div>
    </section>
  )
}

/** A value with a button that opens its form; moves the focus with it. */
export function ExpandableField({
  summary,
  label,
  children,
}: {
  summary: ReactNode
  label: string
  children: (close: () => void) => ReactNode
}) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (open) panel.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
    else if (wasOpen.current) button.current?.focus()
    wasOpen.current = open
  }, [open])
  if (open) return <div ref={panel}>{children(() => setOpen(false))}</div>
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-44">{summary}</div>
      <Button ref={button} onClick={() => setOpen(true)}>
        {label}
      </Button>
    </div>
  )
}

/** A list with loading and error states. */
export function QueryList<T>({
  query,
  label,
  ref,
  children,
}: {
  query: UseQueryResult<{ results: T[] }>
  label: string
  /** Focused by the caller when a focused row is removed. */
  ref?: Ref<HTMLUListElement>
  children: (item: T) => ReactNode
}) {
  if (query.data)
    return (
      <ul
        ref={ref}
        tabIndex={-1}
        aria-label={label}
        className="divide-y divide-border rounded-sheet bg-surface inset-ring inset-ring-border"
      >
        {query.data.results.map(children)}
      </ul>
    )
  if (query.isError)
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-base text-foreground-muted">{profileMessages.list_failed}</p>
        <Button icon="retry" busy={query.isFetching} onClick={() => void query.refetch()}>
          {profileMessages.retry}
        </Button>
      </div>
    )
  return (
    <div aria-hidden="true" className="rounded-sheet bg-surface p-5 inset-ring inset-ring-border">
      <div className="shimmer h-4 w-40 rounded-control" />
      <div className="shimmer mt-3 h-3 w-56 max-w-full rounded-control" />
    </div>
  )
}

/** Converts `19950308` or `1995.3.8` to `1995-03-08`; returns other input unchanged. */
export function formatBirthDateInput(typed: string): string {
  const text = typed.normalize('NFKC').trim()
  const parts =
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ??
    /^(\d{4})[-./\s]+(\d{1,2})[-./\s]+(\d{1,2})\.?$/.exec(text)
  if (!parts) return text
  const [, year, month = '', day = ''] = parts
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Returns the error message for a selected file, undefined if it is valid. */
export function profilePictureError(
  file: Pick<File, 'name' | 'type' | 'size'>,
  limits: { types: readonly string[]; max_bytes: number },
): string | undefined {
  if (!limits.types.includes(file.type)) return messages.invalid_type
  return file.size > limits.max_bytes ? messages.too_large(file.name) : undefined
}
