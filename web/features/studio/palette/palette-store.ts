import type { IconName } from '#web/ui/base/icon-names.ts'
import { useEffect, useId } from 'react'
import { createStore, useStore } from 'zustand'

/** A page of the studio's navigation. */
export type StudioPage = { to: string; title: string; icon: IconName; end?: boolean }

/** An action of the current page, offered in the command palette. */
export type PageAction = { key: string; title: string; icon?: IconName; run: () => void }

/** The actions of the mounted components, by component. */
const store = createStore<Readonly<Record<string, readonly PageAction[]>>>(() => ({}))

/** Offers actions in the command palette while the component is mounted. */
export function usePageActions(actions: readonly PageAction[]): void {
  const id = useId()
  useEffect(() => {
    store.setState({ [id]: actions })
  })
  useEffect(
    () => () => {
      const { [id]: _, ...others } = store.getState()
      store.setState(others, true)
    },
    [id],
  )
}

/** The actions of the current page. */
export function usePageActionsOnOffer(): readonly PageAction[] {
  return Object.values(useStore(store)).flat()
}
