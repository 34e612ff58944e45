import { accountStates } from './account-states.tsx'
import { baseStates } from './base-states.tsx'
import { cardStates } from './card-states.tsx'
import { feedbackStates } from './feedback-states.tsx'
import { formStates } from './form-states.tsx'
import { layoutStates } from './layout-states.tsx'
import type { ShowcaseComponents, ShowcaseComponent } from './showcase-kit.tsx'

/** All components of the showcase by their name in addresses. */
export const showcaseComponents: ShowcaseComponents = {
  ...baseStates,
  ...formStates,
  ...layoutStates,
  ...cardStates,
  ...accountStates,
  ...feedbackStates,
}

export const showcaseThemes = ['dark', 'light'] as const
export type ShowcaseTheme = (typeof showcaseThemes)[number]

export const showcasePath = '/test'
export const componentPath = (component: string) => `${showcasePath}/${component}`
/** Dark is the ground of the site and has no segment. */
export const statePath = (component: string, state: string, theme: ShowcaseTheme = 'dark') =>
  `${componentPath(component)}/${state}${theme === 'dark' ? '' : `/${theme}`}`

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
