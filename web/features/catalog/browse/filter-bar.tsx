import { ageCodes } from '#contract/core/constants.ts'
import { parseDecade } from '#contract/core/decades.ts'
import { browseMessages } from './messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { ChipLink } from '#web/ui/forms/chip.tsx'
import { Select } from '#web/ui/forms/form-controls.tsx'
import { useState } from 'react'
import { Form, useNavigate, useNavigation } from 'react-router'
import { AgeSelect, DecadeSelect } from './filter-selects.tsx'
import { filtersToQuery, type Filters, type Ordering } from './filters.ts'

/**
 * The chips are links and the selects a form, so that filtering works without JavaScript; with it, changes apply at
 * once.
 * @param loaded the filters of the list on the screen.
 */
export function FilterBar({ path, filters: loaded }: { path: string; filters: Filters }) {
  const navigate = useNavigate()
  const [filters, choose] = useChosenFilters(loaded)
  const chipLink = (label: string, next: Filters, selected: boolean) => (
    <ChipLink
      to={path + filtersToQuery(next)}
      selected={selected}
      onClick={({ metaKey, ctrlKey, shiftKey }) => {
        const opensElsewhere = metaKey || ctrlKey || shiftKey
        if (!opensElsewhere) choose(next)
      }}
      preventScrollReset
      replace
    >
      {label}
    </ChipLink>
  )
  const chips = <K extends 'is_series' | 'is_completed'>(
    key: K,
    label: string,
    labels: Record<'all' | 'true' | 'false', string>,
  ) => (
    <ul aria-label={label} className="flex shrink-0 gap-1.5">
      {Object.entries(labels).map(([value, title]) => {
        const chosen = value === 'all' ? null : (value as 'true' | 'false')
        return (
          <li key={value}>
            {chipLink(title, { ...filters, [key]: chosen }, filters[key] === chosen)}
          </li>
        )
      })}
    </ul>
  )
  return (
    <section
      aria-label={browseMessages.filters}
      className="flex flex-wrap items-center gap-x-5 gap-y-3"
    >
      <div className="-mx-(--page-gutter) flex max-w-[100vw] items-center gap-4 overflow-x-auto px-(--page-gutter) py-1 [scrollbar-width:none] md:mx-0 md:px-0">
        {chips('is_series', browseMessages.format, browseMessages.formats)}
        <span aria-hidden="true" className="h-5 w-px shrink-0 bg-border-strong" />
        {chips('is_completed', browseMessages.completion, browseMessages.completions)}
      </div>
      <Form
        action={path}
        onChange={(event) => {
          const chosen = new FormData(event.currentTarget)
          const next: Filters = {
            ...filters,
            age_rating: ageCodes.find((code) => code === chosen.get('age_rating')) ?? null,
            decade: parseDecade(chosen.get('decade')),
            ordering: chosen.get('ordering') as Ordering,
          }
          choose(next)
          void navigate(path + filtersToQuery(next), { replace: true, preventScrollReset: true })
        }}
        className="grid grid-cols-2 items-center gap-2 max-sm:w-full sm:flex md:ml-auto"
      >
        {filters.is_series && <input type="hidden" name="is_series" value={filters.is_series} />}
        {filters.is_completed && (
          <input type="hidden" name="is_completed" value={filters.is_completed} />
        )}
        {filters.is_dubbed && <input type="hidden" name="is_dubbed" value="true" />}
        {chipLink(
          browseMessages.dubbed,
          { ...filters, is_dubbed: filters.is_dubbed ? null : 'true' },
          filters.is_dubbed !== null,
        )}
        <AgeSelect value={filters.age_rating ?? ''} onChange={ignoreChange} className="sm:w-38" />
        <DecadeSelect value={filters.decade ?? ''} onChange={ignoreChange} className="sm:w-38" />
        <Select
          name="ordering"
          aria-label={browseMessages.ordering}
          value={filters.ordering}
          onChange={ignoreChange}
          className="sm:w-34"
        >
          {Object.entries(browseMessages.orderings).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </Select>
        <noscript>
          <Button type="submit">{browseMessages.apply}</Button>
        </noscript>
      </Form>
    </section>
  )
}

/** Changes are handled by the form. React warns of a controlled field without a handler. */
const ignoreChange = () => {}

/**
 * Returns the filters that the viewer chose last, and a function that sets them. A second choice builds on the first
 * while its list is loading. A navigation that ends elsewhere replaces them.
 */
function useChosenFilters(loaded: Filters) {
  const { state } = useNavigation()
  const query = filtersToQuery(loaded)
  const [chosen, choose] = useState(loaded)
  const [loadedQuery, setLoadedQuery] = useState(query)
  if (state === 'idle' && loadedQuery !== query) {
    setLoadedQuery(query)
    choose(loaded)
  }
  return [chosen, choose] as const
}
