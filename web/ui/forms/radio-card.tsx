import type { ReactNode } from 'react'

export function RadioCardGroup({
  legend,
  isRow = false,
  children,
}: {
  legend: string
  /** Beside each other: for two short options. */
  isRow?: boolean
  children: ReactNode
}) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold text-foreground">{legend}</legend>
      <div className={`grid gap-2 ${isRow ? 'grid-cols-2' : ''}`}>{children}</div>
    </fieldset>
  )
}

export function RadioCard({
  name,
  checked,
  onSelect,
  title,
  price,
  detail,
  disabled = false,
}: {
  name: string
  checked: boolean
  onSelect: () => void
  title: string
  price?: string
  detail: ReactNode
  disabled?: boolean
}) {
  return (
    <label className="grid min-h-14 cursor-pointer grid-cols-[auto_1fr_auto] items-center gap-x-3 rounded-control bg-surface-raised px-4 py-3 inset-ring inset-ring-border transition-colors duration-(--duration-fast) not-has-checked:not-has-disabled:hover:inset-ring-control-border has-checked:bg-accent-subtle has-checked:inset-ring-2 has-checked:inset-ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-bright has-disabled:cursor-default has-disabled:opacity-60">
      <input
        type="radio"
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={onSelect}
        className="size-5 appearance-none rounded-full bg-surface inset-ring-2 inset-ring-control-border checked:bg-on-accent checked:inset-ring-6 checked:inset-ring-accent forced-colors:checked:bg-accent focus-visible:outline-none"
      />
      <span className="font-semibold text-foreground">{title}</span>
      <span className="tabular-nums font-bold text-foreground">{price}</span>
      <span className="col-span-2 col-start-2 text-sm text-foreground-muted">{detail}</span>
    </label>
  )
}
