import { ChipLink } from '#web/ui/forms/chip.tsx'
import { Select } from '#web/ui/forms/form-controls.tsx'
import { useUrlSearchField } from '#web/ui/forms/use-url-search-field.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { DateField } from '#web/features/studio/common/value-fields.tsx'
import { formatCount } from '#web/lib/format.ts'
import type { Filters } from './list-address.ts'
import { listMessages } from './messages.ko.ts'
import type { List } from './use-list.ts'
import type { ReactNode } from 'react'

/** A value of a filter with its name on the screen. */
export type Option = { value: string | number; title: string }

/** Links in a row, which scrolls on a phone. */
export const ChipRow = ({
  label,
  chips,
}: {
  label: string
  chips: readonly {
    key: string | number
    to: string
    title: string
    count?: number | undefined
    selected: boolean
  }[]
}) => (
  <nav aria-label={label} className="-mx-(--page-gutter) mb-4">
    <ul className="flex gap-2 overflow-x-auto px-(--page-gutter) [scrollbar-width:none] md:flex-wrap">
      {chips.map(({ key, title, count, ...link }) => (
        <li key={key}>
          <ChipLink {...link} preventScrollReset>
            {title}
            {count !== undefined && (
              <span className="tabular-nums opacity-85">{formatCount(count)}</span>
            )}
          </ChipLink>
        </li>
      ))}
    </ul>
  </nav>
)

/** The values of a filter as links, with the number of rows of each, if known. */
export const ListTabs = <R, F extends string, O extends string>({
  list,
  name,
  label,
  options,
}: {
  list: List<R, F, O>
  name: NoInfer<F>
  label: string
  options: readonly (Option & { count?: number | undefined })[]
}) => (
  <ChipRow
    label={label}
    chips={options.map(({ value, title, count }) => ({
      key: value,
      to: list.hrefOf({ [name]: String(value) } as Filters<F>),
      title,
      count,
      selected: String(value) === (list.filters[name] ?? ''),
    }))}
  />
)

type FilterRow<R, F extends string, O extends string> = {
  list: List<R, F, O>
  /** Searched on Enter or by its button. `placeholder` says by what. */
  search?: { name: NoInfer<F>; label: string; placeholder?: string; maxLength: number }
  /** `all` is the name of the choice without the filter; a filter with a default has none. */
  selects?: readonly {
    name: NoInfer<F>
    label: string
    all?: string
    options: readonly Option[] | undefined
  }[]
  days?: readonly { name: NoInfer<F>; label: string; error?: string | undefined }[]
  /** Links of the list, such as its download. */
  children?: ReactNode
}

/** The filters of a list in a row: a search field, selects and days. */
export function ListFilters<R, F extends string, O extends string>({
  list,
  search,
  selects = [],
  days = [],
  children,
}: FilterRow<R, F, O>) {
  const q = (search && list.filters[search.name]) ?? ''
  const { field, onInput, onSubmit } = useUrlSearchField(q)
  return (
    <form
      role="search"
      className="mb-4 flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
        list.change(Object.fromEntries(new FormData(event.currentTarget)) as Filters<F>)
      }}
    >
      {search && (
        <>
          <span className="relative min-w-0 grow basis-56 sm:max-w-xl">
            <Icon
              name="search"
              className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5 text-foreground-subtle"
            />
            <input
              ref={field}
              onInput={onInput}
              type="search"
              name={search.name}
              aria-label={search.label}
              placeholder={search.placeholder ?? search.label}
              defaultValue={q}
              maxLength={search.maxLength}
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="search"
              className="h-11 w-full rounded-control bg-surface-raised pr-3 pl-10 text-base inset-ring inset-ring-control-border/70 placeholder:text-foreground-subtle"
            />
          </span>
          <Button type="submit">{listMessages.find}</Button>
        </>
      )}
      {selects.map(({ name, label, all, options = [] }) => (
        <Select
          key={name}
          name={name}
          aria-label={label}
          value={list.filters[name] ?? ''}
          // Together with a text that is typed and not yet searched for.
          onChange={({ target }) => target.form?.requestSubmit()}
          className="max-sm:grow"
        >
          {all !== undefined && <option value="">{all}</option>}
          {options.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </Select>
      ))}
      {days.map(({ name, label, error }) => (
        <DateField
          key={name}
          isLazy
          isCompact
          label={label}
          value={list.filters[name] ?? null}
          error={error}
          onValue={(day) => list.change({ [name]: day ?? '' } as Filters<F>)}
        />
      ))}
      {children}
    </form>
  )
}
