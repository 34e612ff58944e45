import { searchMessages } from './messages.ko.ts'
import { searchPath } from '#web/routing/paths.ts'
import { Spinner } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, type FocusEvent } from 'react'
import { useNavigation } from 'react-router'
import { QueryForm } from '#web/routing/query-form.tsx'
import { type SearchParams, maxQueryLength } from './search-params.ts'
import { useSearchCombobox, type SearchComboboxOptions } from './use-search-combobox.ts'
import { optionId, SearchListbox } from './search-listbox.tsx'

/** The search field with its listbox (ARIA combobox pattern 1.2). Without JavaScript it is a form with GET. */
export function SearchCombobox({
  q = '',
  type = 'all',
  hideInitialOptions = false,
  shouldAutoFocus = false,
  size = 'lg',
  onClose,
}: Partial<SearchComboboxOptions> & {
  type?: SearchParams['type']
  /** Set where the field replaces the icon that opened it. */
  shouldAutoFocus?: boolean
  size?: 'md' | 'lg'
}) {
  const combobox = useSearchCombobox({ q, hideInitialOptions, onClose })
  const { text, query, field, isOpen, listbox, close, requestList, setFieldText } = combobox
  const { listId, activeOption } = listbox
  const isLoading = useNavigation().location?.pathname === searchPath
  useEffect(() => {
    if (shouldAutoFocus) field.current?.focus({ preventScroll: true })
  }, [shouldAutoFocus, field])

  function onBlur({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
    if (currentTarget.contains(relatedTarget)) return
    close()
    // If the window loses focus, the field stays open.
    if (document.hasFocus() && query === '') onClose?.(false)
  }

  function clear() {
    if (text === '') return onClose?.(true)
    setFieldText('')
    requestList()
    field.current?.focus()
  }

  const height = size === 'lg' ? 'h-13 text-lg' : 'h-11 text-base'
  return (
    <QueryForm
      action={searchPath}
      role="search"
      aria-label={searchMessages.search}
      className="relative"
      onBlur={onBlur}
      onSubmit={(event) => {
        if (query === '') event.preventDefault()
        else combobox.leave(query)
      }}
    >
      <span className="pointer-events-none absolute inset-y-0 left-4 flex items-center text-foreground-subtle max-[18rem]:hidden">
        {isLoading ? <Spinner className="size-5" /> : <Icon name="search" className="size-5" />}
      </span>
      <input
        ref={field}
        type="text"
        name="q"
        defaultValue={q}
        required
        pattern=".*\S.*"
        maxLength={maxQueryLength}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        inputMode="search"
        role="combobox"
        aria-label={searchMessages.label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': listId })}
        {...(activeOption && { 'aria-activedescendant': optionId(listId, activeOption) })}
        placeholder={searchMessages.placeholder}
        onFocus={() => query === '' && requestList()}
        onClick={requestList}
        onInput={(event) => combobox.onInput(event.currentTarget.value)}
        onKeyDown={combobox.onKeyDown}
        className={`${height} w-full rounded-control bg-surface-raised pl-12 inset-ring inset-ring-control-border/70 placeholder:text-foreground-subtle max-[18rem]:pl-4 max-[18rem]:pr-12 ${text ? 'pr-32' : 'pr-20'}`}
      />
      {type !== 'all' && <input type="hidden" name="type" value={type} />}
      <div className="absolute inset-y-0 right-1 flex items-center">
        {(text !== '' || onClose) && (
          <ClearButton label={text ? searchMessages.clear : searchMessages.close} onClick={clear} />
        )}
        <button
          type="submit"
          className="min-h-11 rounded-control px-4 text-base font-bold text-accent-bright hover:bg-surface-high max-[18rem]:sr-only"
        >
          {searchMessages.submit}
        </button>
      </div>
      {isOpen && <SearchListbox {...listbox} />}
      <p role="status" className="sr-only">
        {combobox.announcement}
      </p>
    </QueryForm>
  )
}

const ClearButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onClick}
    className="flex size-11 items-center justify-center rounded-control text-foreground-subtle hover:text-foreground"
  >
    <Icon name="close" className="size-5" />
  </button>
)
