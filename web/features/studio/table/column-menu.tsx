import { Button } from '#web/ui/base/button.tsx'
import { Checkbox } from '#web/ui/forms/form-controls.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useId, useRef } from 'react'
import { tableMessages as messages } from './messages.ko.ts'
import type { useColumnChoice } from './column-choice.ts'

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
    <div className="-mt-2 flex justify-end max-md:hidden">
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        className="flex min-h-11 items-center gap-2 rounded-lg px-2 text-xs font-semibold text-foreground-subtle hover:text-foreground"
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
        className="fixed inset-auto w-64 rounded-xl bg-surface-raised px-4 py-3 text-foreground shadow-float"
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
