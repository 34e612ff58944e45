import { lazy, type ComponentType } from 'react'

/** A component that is loaded when it is first rendered; nothing is shown if its code fails to load. */
export const lazyOrNothing = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: (() => null) as ComponentType<Props> }),
    ),
  )
