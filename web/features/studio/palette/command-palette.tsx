import { openCreateWorkDialog } from '#web/features/studio/catalog/create-work-dialog.tsx'
import { useStudioTheme } from '#web/features/studio/common/studio-theme.ts'
import { studioWorkPath, studioWorksPath } from '#web/routing/studio-paths.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { Keys } from '#web/features/player/controls/key-groups.tsx'
import {
  rankByName,
  readRecentChoices,
  saveChoice,
  useFoundItems,
  type FoundItem,
} from './palette-items.ts'
import { paletteMessages as messages } from './messages.ko.ts'
import { usePageActionsOnOffer, type StudioPage } from './palette-store.ts'

type Item = { key: string; title: string; detail?: string; icon: IconName; choose: () => void }
type Action = { key: string; title: string; icon?: IconName; run: () => void }
type Group = { key: keyof typeof messages.groups; items: readonly Item[] }

/**
 * Finds pages, works, members, inquiries and the actions of the current page. The focus stays in the text field: the
 * arrow keys, Home and End move the selected option, Enter chooses it.
 */
export function CommandPalette({
  pages,
  close,
  onShortcuts,
}: {
  pages: readonly StudioPage[]
  close: () => void
  onShortcuts: () => void
}) {
  const [query, setQuery] = useState('')
  const [activeKey, setActiveKey] = useState<string>()
  const listId = useId()
  const groups = useGroups({ query, pages, close, onShortcuts })
  const items = groups.shown.flatMap((group) => group.items)
  const chosenIndex = items.findIndex(({ key }) => key === activeKey)
  // Without a query, Enter runs no action that was not selected.
  const isSafe = query.trim() !== '' || groups.shown[0]?.key === 'recent'
  const activeIndex = chosenIndex >= 0 || !isSafe ? chosenIndex : 0
  const active = items[activeIndex]
  const optionId = (key: string) => `${listId}-${key}`

  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active?.key])

  function onKeyDown(event: KeyboardEvent) {
    // While a syllable is composed, the keys belong to the input method.
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const target = targetIndex(event.key, activeIndex, items.length)
    if (target !== undefined && !event.shiftKey) setActiveKey(items[target]?.key)
    else if (event.key === 'Enter') active?.choose()
    else return
    event.preventDefault()
  }

  return (
    <div>
      <div className="sticky top-0 z-sticky flex items-center gap-3 border-b border-border bg-surface px-5">
        <Icon name="search" className="size-5 shrink-0 text-foreground-subtle" />
        <input
          ref={focusOnMount}
          role="combobox"
          aria-label={messages.title}
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active.key)}
          value={query}
          maxLength={100}
          placeholder={messages.placeholder}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          onChange={({ target }) => {
            setQuery(target.value)
            setActiveKey(undefined)
          }}
          onKeyDown={onKeyDown}
          className="h-14 min-w-0 grow focus-visible:shadow-none focus-visible:outline-none bg-transparent text-base placeholder:text-foreground-subtle"
        />
      </div>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={messages.results}
        aria-busy={groups.isSearching}
        className="max-h-[min(26rem,55dvh)] overflow-y-auto p-2"
      >
        {groups.shown.map((group) => (
          <GroupOptions
            key={group.key}
            group={group}
            optionId={optionId}
            activeKey={active?.key}
            onActive={setActiveKey}
          />
        ))}
      </div>
      {items.length === 0 && !groups.isSearching && (
        <div className="px-6 pb-8 text-center">
          <p className="font-semibold">{messages.empty}</p>
          <p className="mt-1 text-sm text-foreground-muted">{messages.empty_detail}</p>
        </div>
      )}
      {groups.hasFailed && <p className="px-5 pb-4 text-sm text-danger">{messages.failed}</p>}
      <p role="status" className="sr-only">
        {query && (groups.isSearching ? messages.searching : messages.count(items.length))}
      </p>
      <p className="flex gap-5 border-t border-border px-5 py-3 text-xs text-foreground-subtle max-md:hidden">
        <Hint keys={['↑', '↓']} text={messages.keys_hint.move} />
        <Hint keys={['Enter']} text={messages.keys_hint.choose} />
        <Hint keys={['Esc']} text={messages.keys_hint.close} />
      </p>
    </div>
  )
}

function GroupOptions({
  group: { key, items },
  optionId,
  activeKey,
  onActive,
}: {
  group: Group
  optionId: (key: string) => string
  activeKey: string | undefined
  onActive: (key: string) => void
}) {
  const nameId = optionId(`${key}-name`)
  return (
    <div role="group" aria-labelledby={nameId}>
      <p id={nameId} className="px-3 pt-3 pb-1 text-xs font-semibold text-foreground-subtle">
        {messages.groups[key]}
      </p>
      {items.map((item) => (
        // The keyboard chooses through the text field.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={item.key}
          id={optionId(item.key)}
          role="option"
          aria-selected={item.key === activeKey}
          onPointerMove={() => onActive(item.key)}
          onClick={item.choose}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-sm aria-selected:bg-surface-high forced-colors:aria-selected:forced-color-adjust-none forced-colors:aria-selected:bg-accent forced-colors:aria-selected:text-on-accent"
        >
          <Icon name={item.icon} className="size-5 shrink-0 text-foreground-subtle" />
          <span className="min-w-0 grow truncate font-medium">{item.title}</span>
          {item.detail && (
            <span className="max-w-[45%] truncate text-xs text-foreground-muted tabular-nums">
              {item.detail}
            </span>
          )}
        </div>
      ))}
    </div>
  )
}

/** The dialog is open before this code has loaded, so the `autofocus` attribute comes too late. */
function focusOnMount(element: HTMLElement | null): void {
  element?.focus()
}

const Hint = ({ keys, text }: { keys: readonly string[]; text: string }) => (
  <span className="flex items-center gap-2">
    <Keys keys={keys} />
    {text}
  </span>
)

/** The option that a key moves to; undefined for other keys and without options. */
function targetIndex(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return (active + 1) % count
    case 'ArrowUp':
      return active <= 0 ? count - 1 : active - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

/** Whether an address belongs to a page, which the member may open. */
const isWithin = (to: string, page: StudioPage) =>
  to === page.to || (!page.end && to.startsWith(page.to))

/** The actions that every page of the studio has. */
function useStudioActions(pages: readonly StudioPage[], onShortcuts: () => void): Action[] {
  const navigate = useNavigate()
  const [theme, setTheme] = useStudioTheme()
  const createWork: Action = {
    key: 'create_work',
    title: messages.actions.create_work,
    icon: 'plus',
    run: () =>
      void openCreateWorkDialog().then((work) => work && navigate(studioWorkPath(work.id))),
  }
  return [
    ...(pages.some(({ to }) => to === studioWorksPath) ? [createWork] : []),
    {
      key: 'theme',
      title: messages.actions.theme,
      icon: 'contrast',
      run: () => setTheme(theme === 'light' ? 'dark' : 'light'),
    },
    {
      key: 'shortcuts',
      title: messages.actions.shortcuts,
      icon: 'info',
      run: onShortcuts,
    },
  ]
}

function useGroups({
  query,
  pages,
  close,
  onShortcuts,
}: {
  query: string
  pages: readonly StudioPage[]
  close: () => void
  onShortcuts: () => void
}) {
  const navigate = useNavigate()
  const { user } = useAuth()
  const memberId = user.id ?? 0
  const [recent] = useState(() =>
    readRecentChoices(memberId).filter(({ to }) => pages.some((page) => isWithin(to, page))),
  )
  const pageActions = usePageActionsOnOffer()
  const studioActions = useStudioActions(pages, onShortcuts)
  const found = useFoundItems(query, pages)

  const toPage = ({ recentTitle, ...item }: FoundItem): Item => ({
    ...item,
    choose() {
      const { key, title, to, icon } = item
      saveChoice(memberId, { key, title: recentTitle ?? title, to, icon })
      close()
      void navigate(to)
    },
  })
  const toAction = (action: Action): Item => ({
    key: `action:${action.key}`,
    title: action.title,
    icon: action.icon ?? 'chevron_right',
    choose() {
      close()
      action.run()
    },
  })
  const named = (items: readonly Item[]) =>
    rankByName(
      items,
      query,
      recent.map(({ key }) => key),
    )
  const isEmpty = query.trim() === ''
  const actions: Group = {
    key: 'actions',
    items: named(pageActions.map((action) => toAction(action))),
  }
  const all: Group[] = [
    { key: 'recent', items: isEmpty ? recent.map((item) => toPage(item)) : [] },
    // With a query, Enter leads to a page rather than to an action that matches as well.
    ...(isEmpty ? [actions] : []),
    {
      key: 'pages',
      items: named(
        pages
          .map(({ to, title, icon }) => toPage({ key: `page:${to}`, to, title, icon }))
          .filter(({ key }) => !isEmpty || recent.every((choice) => choice.key !== key)),
      ),
    },
    ...(isEmpty ? [] : [actions]),
    { key: 'works', items: found.works.map((item) => toPage(item)) },
    { key: 'members', items: found.members.map((item) => toPage(item)) },
    { key: 'inquiries', items: found.inquiries.map((item) => toPage(item)) },
    { key: 'studio', items: named(studioActions.map((action) => toAction(action))) },
  ]
  return {
    shown: all.filter(({ items }) => items.length > 0),
    isSearching: found.isSearching,
    hasFailed: found.hasFailed,
  }
}
