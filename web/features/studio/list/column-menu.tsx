import { useStoredValue } from '#web/lib/browser-storage.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { Checkbox } from '#web/ui/forms/form-controls.tsx'
import { useId, useRef } from 'react'
import { listMessages as messages } from './messages.ko.ts'

type Choice = ReturnType<typeof useColumnChoice<{ key: string; title: string }>>

/** A popover with a checkbox for each column, for screens wide enough for a table. */
export function ColumnMenu({ choice }: { choice: Choice }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** Below the button, whose right edges align. */
  function place() {
    const anchor = button.current?.getBoundingClientRect()
    const style = menu.current?.style
    if (!anchor || !style) return
    style.top = `${Math.min(anchor.bottom + 4, innerHeight - 320)}px`
    style.right = `${document.documentElement.clientWidth - anchor.right}px`
  }
  return (
    <div className="max-md:hidden">
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        className="flex min-h-11 items-center gap-2 rounded-control px-2 text-xs font-semibold text-foreground-subtle hover:text-foreground"
      >
        <Icon name="grid" className="size-4" />
        {messages.columns}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="group"
        aria-label={messages.columns}
        onBeforeToggle={place}
        className="fixed inset-auto w-64 rounded-sheet bg-surface-raised px-4 py-3 text-foreground shadow-float"
      >
        <p className="mb-1 text-xs text-foreground-muted">{messages.columns_detail}</p>
        {choice.choosable.map(({ key, title }) => (
          <Checkbox
            key={key}
            label={title}
            checked={choice.isVisible(key)}
            onChange={() => choice.toggle(key)}
          />
        ))}
        {choice.hasHidden && (
          <Button variant="ghost" className="mt-1 w-full" onClick={choice.showAll}>
            {messages.show_all}
          </Button>
        )}
      </div>
    </div>
  )
}

type Choosable = { key: string }

const storageKey = (table: string) => `hanpyeon.columns.${table}`

/** The keys of hidden columns, without those that the table no longer has. */
export function parseHiddenColumns(text: string | null, columns: readonly Choosable[]): string[] {
  const hidden = (text ?? '').split(',')
  return columns.flatMap(({ key }) => (hidden.includes(key) ? [key] : []))
}

/**
 * Which columns of a table are shown, stored on this device. The first column names the row and is always shown.
 * @param table names the table in the storage; without it, all columns are shown.
 */
export function useColumnChoice<C extends Choosable>(
  table: string | undefined,
  columns: readonly C[],
) {
  const [text, store] = useStoredValue(storageKey(table ?? ''))
  const choosable = columns.slice(1)
  const hidden = table === undefined ? [] : parseHiddenColumns(text, choosable)
  return {
    choosable,
    visible: columns.filter(({ key }) => !hidden.includes(key)),
    isVisible: (key: string) => !hidden.includes(key),
    hasHidden: hidden.length > 0,
    toggle(key: string) {
      const next = hidden.includes(key) ? hidden.filter((other) => other !== key) : [...hidden, key]
      store(next.length > 0 ? next.join(',') : null)
    },
    showAll: () => store(null),
  }
}
