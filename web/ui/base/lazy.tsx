import { lazy, type ComponentType, type PropsWithChildren, Suspense, use } from 'react'

/** A component that is loaded when it is first rendered; if its code fails to load, its children alone are shown. */
export const lazyOrNothing = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: (({ children }: PropsWithChildren) => children) as ComponentType<Props> }),
    ),
  )

/**
 * Creates a component whose code is loaded when it is first rendered, or before by `load`: once loaded it renders without
 * suspending, as the server needs. `Fallback` takes its place if the code fails to load; the next rendering requests it again.
 */
export function createPreloadable<Props extends object>(
  request: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props>,
) {
  let Loaded: ComponentType<Props> | undefined
  let pending: Promise<ComponentType<Props>> | undefined
  const load = () =>
    (pending ??= request().then(
      (component) => (Loaded = component),
      () => {
        pending = undefined
        return Fallback
      },
    ))
  function Content(props: Props) {
    const Component = Loaded ?? use(load())
    return <Component {...props} />
  }
  const Preloadable = (props: Props) => (
    <Suspense>
      <Content {...props} />
    </Suspense>
  )
  return { load, Preloadable }
}
