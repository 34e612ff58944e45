import { type Descriptor, descriptors as allDescriptors } from '#contract/contents/contents.ts'
import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { Chip } from '#web/ui/forms/chip.tsx'
import type { ReactNode } from 'react'

const messages = studioCatalogMessages.fields

function Choices({
  label,
  hint,
  error,
  children,
}: {
  label: string | undefined
  hint?: string
  error?: string | undefined
  children: ReactNode
}) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
      <p className={`mt-1.5 min-h-5 text-xs ${error ? 'text-danger' : 'text-foreground-subtle'}`}>
        {error ?? hint}
      </p>
    </fieldset>
  )
}

const toggled = <T,>(list: readonly T[], item: T) =>
  list.includes(item) ? list.filter((listItem) => listItem !== item) : [...list, item]

/** Selects a title's categories among the eight (D-32). */
export function CategoryPicker({
  value,
  onChange,
  error,
}: {
  value: readonly number[]
  onChange: (value: number[]) => void
  error?: string | undefined
}) {
  return (
    <Choices label={messages['category_ids']} error={error}>
      {studioCatalogMessages.category_order.map((id) => (
        <Chip
          key={id}
          selected={value.includes(id)}
          onClick={() => onChange(toggled(value, id).sort((a, b) => a - b))}
        >
          {studioCatalogMessages.categories[id]}
        </Chip>
      ))}
    </Choices>
  )
}

/** Selects up to three content descriptors (D-33). */
export function DescriptorPicker({
  value,
  onChange,
  error,
}: {
  value: readonly Descriptor[]
  onChange: (value: Descriptor[]) => void
  error?: string | undefined
}) {
  return (
    <Choices
      label={messages['descriptors']}
      hint={studioCatalogMessages.form.descriptors_hint}
      error={error}
    >
      {allDescriptors.map((item) => (
        <Chip
          key={item}
          selected={value.includes(item)}
          disabled={value.length >= 3 && !value.includes(item)}
          onClick={() => onChange(toggled(value, item))}
        >
          {item}
        </Chip>
      ))}
    </Choices>
  )
}
