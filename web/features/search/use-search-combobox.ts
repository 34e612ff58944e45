import { searchMessages } from './messages.ko.ts'
import { useUrlSearchField } from '#web/ui/forms/use-url-search-field.ts'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { normalizeQuery } from './search-params.ts'
import {
  initialOptions,
  type SearchOption,
  suggestionOptions,
  useRecentSearches,
  usePopularSearches,
  useSuggestions,
} from './suggestions.ts'
import { optionId } from './search-listbox.tsx'

/**
 * Whether the key event belongs to an input method. WebKit ends the composition before it fires the `keydown` that
 * ended it, which is then recognizable by `keyCode` 229 alone.
 */
const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) =>
  nativeEvent.isComposing || keyCode === 229

/** The active option of the list, scrolled into view. It is kept by its key: late answers move the options. */
function useActiveOption(listId: string, options: readonly SearchOption[], isOpen: boolean) {
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const index = isOpen ? options.findIndex(({ key }) => key === activeKey) : -1
  const option = options[index]
  useEffect(() => {
    if (option)
      document.getElementById(optionId(listId, option))?.scrollIntoView({ block: 'nearest' })
  }, [option, listId])
  return {
    index,
    option,
    set: (next: number) => setActiveKey(options[next]?.key ?? null),
    clear: () => setActiveKey(null),
  }
}

/**
 * The index of the option that a key makes active, -1 for none; null if the key moves nothing.
 * @param index of the active option; null while the list is closed.
 */
function nextIndex(key: string, index: number | null, count: number): number | null {
  const last = count - 1
  const isActive = index !== null && index >= 0
  if (key === 'ArrowDown') return index === null ? 0 : index < last ? index + 1 : -1
  if (key === 'ArrowUp') return isActive ? index - 1 : last
  if (!isActive) return null
  return key === 'Home' ? 0 : key === 'End' ? last : null
}

/** The options below a query: recent and popular searches while it is empty. */
function useOptions(query: string, isNeeded: boolean) {
  const { recent, ...changes } = useRecentSearches()
  const { suggestions, ...fetching } = useSuggestions()
  const popular = usePopularSearches(isNeeded && query === '')
  const options =
    query === '' ? initialOptions(recent, popular) : suggestionOptions(query, suggestions)
  return { options, suggestions, ...fetching, ...changes }
}

/** @param onRemoved takes the announcement. The button that removed them had the focus. */
const recentRemovals = (
  recent: { remove: (query: string) => void; clear: () => void },
  onRemoved: (message: string) => void,
) => ({
  onRemoveRecent(query: string) {
    recent.remove(query)
    onRemoved(searchMessages.recent_removed(query))
  },
  onClearRecent() {
    recent.clear()
    onRemoved(searchMessages.recent_cleared)
  },
})

/** Runs the action of a key in place of the field's default. Keys that compose a syllable have none. */
function runKeyAction(event: KeyboardEvent, actionOf: (key: string) => (() => void) | null) {
  if (isComposing(event)) {
    if (event.key === 'Enter') event.preventDefault()
    return
  }
  const action = actionOf(event.key)
  if (!action) return
  event.preventDefault()
  action()
}

export type SearchComboboxOptions = {
  /** The query in the address. */
  q: string
  /** No list below the empty field, because the page shows its contents. */
  hideInitialOptions: boolean
  /** Called on Esc in an empty field, on ✕, on blur and on navigation. `shouldRestoreFocus` is set for Esc and ✕. */
  onClose: ((shouldRestoreFocus: boolean) => void) | undefined
}

/** The text, the list and the keys of `SearchCombobox`. */
export function useSearchCombobox({ q, hideInitialOptions, onClose }: SearchComboboxOptions) {
  const listId = useId()
  const [text, setText] = useState(q)
  const [isListRequested, setIsListRequested] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const query = normalizeQuery(text)
  const hasList = isListRequested && (query !== '' || !hideInitialOptions)
  const { options, suggestions, typed, stop, ...recent } = useOptions(query, hasList)
  const navigate = useNavigate()
  const isOpen = hasList && options.length > 0
  const active = useActiveOption(listId, options, isOpen)
  const urlField = useUrlSearchField(q, (field, isTyped) => {
    setIsListRequested(isTyped && field === document.activeElement)
    if (isTyped) return change(field.value)
    setText(q)
    active.clear()
  })
  const { field } = urlField

  const requestList = () => setIsListRequested(true)

  function change(next: string) {
    setText(next)
    active.clear()
    typed(normalizeQuery(next))
  }

  function close() {
    stop()
    setIsListRequested(false)
    active.clear()
  }

  function setFieldText(next: string) {
    urlField.setText(next)
    setText(next)
    active.clear()
    // The series page needs no suggestions.
    if (next === '') typed('')
  }

  /** Remembers `searched` and closes the field, which a navigation follows. */
  function leave(searched: string) {
    recent.add(searched)
    close()
    urlField.onSubmit()
    onClose?.(false)
  }

  function selectOption(option: SearchOption) {
    if (option.kind !== 'series') setFieldText(option.query)
    leave(option.query)
    void navigate(option.to)
  }

  const removals = recentRemovals(recent, (message) => {
    setAnnouncement(message)
    active.clear()
    field.current?.focus()
  })

  function onEscape() {
    if (text && !(isOpen && query !== '')) setFieldText('')
    else if (onClose && !text) onClose(true)
    else close()
  }

  /** The action of a key, or null for the field's default. */
  function actionOf(key: string): (() => void) | null {
    if (key === 'Escape') return onEscape
    const { option } = active
    if (option && key === 'Enter') return () => selectOption(option)
    if (option?.kind === 'recent' && key === 'Delete')
      return () => removals.onRemoveRecent(option.query)
    const next = nextIndex(key, isOpen ? active.index : null, options.length)
    if (next === null) return null
    return () => {
      requestList()
      active.set(next)
    }
  }

  return {
    text,
    query,
    field,
    onKeyDown: (event: KeyboardEvent) => runKeyAction(event, actionOf),
    close,
    leave,
    setFieldText,
    /** Opens the list, if it has options. */
    requestList,
    onInput(value: string) {
      urlField.onInput()
      requestList()
      change(value)
    },
    isOpen,
    listbox: {
      listId,
      options,
      activeOption: active.option,
      query,
      suggestions,
      onSelect: selectOption,
      onActiveChange: active.set,
      ...removals,
    },
    announcement:
      isOpen && query !== '' && suggestions.q === query && !suggestions.failed
        ? searchMessages.suggested(suggestions.results.length)
        : announcement,
  }
}
