import type { ShowcaseTheme } from './registry.ts'
import type { ShowcaseComponent } from './showcase-kit.tsx'

/** A state of a component on its ground. */
export function Specimen({
  component,
  state,
  theme,
}: {
  component: ShowcaseComponent
  state: string
  theme: ShowcaseTheme
}) {
  return (
    <div
      data-theme={theme}
      data-specimen={state}
      className={`bg-background py-6 text-foreground ${component.isWide ? '' : 'page-gutter'}`}
    >
      {component.states[state]}
    </div>
  )
}
