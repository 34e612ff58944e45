import { searchMessages } from './messages.ko.ts'
import { searchPath } from '#web/routing/paths.ts'
import { Spinner } from '#web/ui/base/button.tsx'
import { useUrlSearchField } from '#web/ui/forms/use-url-search-field.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useId, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { Form, useNavigate, useNavigation } from 'react-router'
import { type SearchParams, maxQueryLength, normalizeQuery } from './search-params.ts'
import {
  initialOptions,
  type SearchOption,
  suggestionOptions,
  useRecentSearches,
  usePopularSearches,
  useSuggestions,
} from './suggestions.ts'
import { optionId, SearchListbox } from './search-listbox.tsx'

/**
 * Whether the key event belongs to an input method. WebKit ends the composition before it fires the `keydown` that
 * ended it, which is then recognizable by `keyCode` 229 alone.
 */
const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) =>
  nativeEvent.isComposing || keyCode === 229

/** The search field with its listbox (ARIA combobox pattern 1.2). Without JavaScript it is a form with GET. */
export function SearchCombobox({
  q = '',
  type = 'all',
  hideInitialOptions = false,
  shouldAutoFocus = false,
  size = 'lg',
  onClose,
}: {
  /** The query in the address. */
  q?: string
  type?: SearchParams['type']
  /** No list below the empty field, because the page shows its contents. */
  hideInitialOptions?: boolean
  /** Set where the field replaces the icon that opened it. */
  shouldAutoFocus?: boolean
  size?: 'md' | 'lg'
  /** Called on Esc in an empty field, on ✕, on blur and on navigation. `shouldRestoreFocus` is set for Esc and ✕. */
  onClose?: (shouldRestoreFocus: boolean) => void
}) {
  const listId = useId()
  const [text, setText] = useState(q)
  const [isListRequested, setIsListRequested] = useState(false)
  /** The key of the active option: late answers move the options. */
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const { recent, add, remove, clear } = useRecentSearches()
  const { suggestions, typed, stop } = useSuggestions()
  const query = normalizeQuery(text)
  const popular = usePopularSearches(isListRequested && query === '' && !hideInitialOptions)
  const navigate = useNavigate()
  const navigation = useNavigation()
  const urlField = useUrlSearchField(q, (field, isTyped) => {
    setIsListRequested(isTyped && field === document.activeElement)
    if (isTyped) return change(field.value)
    setText(q)
    setActiveKey(null)
  })
  const { field } = urlField

  const options =
    query === '' ? initialOptions(recent, popular) : suggestionOptions(query, suggestions)
  const isOpen = isListRequested && options.length > 0 && (query !== '' || !hideInitialOptions)
  const active = isOpen ? options.findIndex(({ key }) => key === activeKey) : -1
  const activeOption = options[active]
  const setActive = (index: number) => setActiveKey(options[index]?.key ?? null)
  const isLoading = navigation.location?.pathname === searchPath

  function change(next: string) {
    setText(next)
    setActiveKey(null)
    typed(normalizeQuery(next))
  }

  function close() {
    stop()
    setIsListRequested(false)
    setActiveKey(null)
  }

  function setFieldText(next: string) {
    urlField.setText(next)
    setText(next)
    setActiveKey(null)
    // The series page needs no suggestions.
    if (next === '') typed('')
  }

  useEffect(() => {
    if (shouldAutoFocus) field.current?.focus({ preventScroll: true })
  }, [shouldAutoFocus, field])
  useEffect(() => {
    if (activeOption)
      document.getElementById(optionId(listId, activeOption))?.scrollIntoView({ block: 'nearest' })
  }, [activeOption, listId])

  function selectOption(option: SearchOption) {
    add(option.query)
    if (option.kind !== 'series') setFieldText(option.query)
    close()
    urlField.onSubmit()
    onClose?.(false)
    void navigate(option.to)
  }

  function removeRecent(recentQuery: string) {
    remove(recentQuery)
    setAnnouncement(searchMessages.recent_removed(recentQuery))
    setActiveKey(null)
    field.current?.focus()
  }

  /** The action of a key, or null for the field's default. */
  function actionOf(key: string): (() => void) | null {
    const last = options.length - 1
    switch (key) {
      case 'ArrowDown':
        return () => {
          setIsListRequested(true)
          setActive(isOpen && active < last ? active + 1 : isOpen ? -1 : 0)
        }
      case 'ArrowUp':
        return () => {
          setIsListRequested(true)
          setActive(isOpen && active >= 0 ? active - 1 : last)
        }
      case 'Home':
        return activeOption ? () => setActive(0) : null
      case 'End':
        return activeOption ? () => setActive(last) : null
      case 'Enter':
        return activeOption ? () => selectOption(activeOption) : null
      case 'Delete':
        return activeOption?.kind === 'recent' ? () => removeRecent(activeOption.query) : null
      case 'Escape':
        if (isOpen && query !== '') return close
        if (text) return () => setFieldText('')
        return onClose ? () => onClose(true) : close
      default:
        return null
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) {
      if (event.key === 'Enter') event.preventDefault()
      return
    }
    const action = actionOf(event.key)
    if (!action) return
    event.preventDefault()
    action()
  }

  function onBlur({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
    if (currentTarget.contains(relatedTarget)) return
    close()
    // If the window loses focus, the field stays open.
    if (document.hasFocus() && query === '') onClose?.(false)
  }

  const height = size === 'lg' ? 'h-13 text-lg' : 'h-11 text-base'
  return (
    <Form
      action={searchPath}
      role="search"
      aria-label={searchMessages.search}
      className="relative"
      onBlur={onBlur}
      onSubmit={(event) => {
        if (query === '') event.preventDefault()
        else {
          add(query)
          close()
          urlField.onSubmit()
          onClose?.(false)
        }
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
        onFocus={() => query === '' && setIsListRequested(true)}
        onClick={() => setIsListRequested(true)}
        onInput={(event) => {
          urlField.onInput()
          setIsListRequested(true)
          change(event.currentTarget.value)
        }}
        onKeyDown={onKeyDown}
        className={`${height} w-full rounded-control bg-surface-raised pl-12 inset-ring inset-ring-control-border/70 placeholder:text-foreground-subtle max-[18rem]:pl-4 max-[18rem]:pr-12 ${text ? 'pr-32' : 'pr-20'}`}
      />
      {type !== 'all' && <input type="hidden" name="type" value={type} />}
      <div className="absolute inset-y-0 right-1 flex items-center">
        {(text !== '' || onClose) && (
          <button
            type="button"
            aria-label={text ? searchMessages.clear : searchMessages.close}
            title={text ? searchMessages.clear : searchMessages.close}
            onClick={() => {
              if (text === '') onClose?.(true)
              else {
                setFieldText('')
                setIsListRequested(true)
                field.current?.focus()
              }
            }}
            className="flex size-11 items-center justify-center rounded-control text-foreground-subtle hover:text-foreground"
          >
            <Icon name="close" className="size-5" />
          </button>
        )}
        <button
          type="submit"
          className="min-h-11 rounded-control px-4 text-base font-bold text-accent-bright hover:bg-surface-high max-[18rem]:sr-only"
        >
          {searchMessages.submit}
        </button>
      </div>
      {isOpen && (
        <SearchListbox
          {...{ listId, options, activeOption, query, suggestions }}
          onSelect={selectOption}
          onActiveChange={setActive}
          onRemoveRecent={removeRecent}
          onClearRecent={() => {
            clear()
            setAnnouncement(searchMessages.recent_cleared)
            setActiveKey(null)
            field.current?.focus()
          }}
        />
      )}
      <p role="status" className="sr-only">
        {isOpen && query !== '' && suggestions.q === query && !suggestions.failed
          ? searchMessages.suggested(suggestions.results.length)
          : announcement}
      </p>
    </Form>
  )
}
