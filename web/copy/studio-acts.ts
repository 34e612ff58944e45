import { catalogueActKinds } from './studio-catalogue-acts.ts'

/** What each kind of act is called in the audit log; the areas of the studio add theirs. */
export const studioActKinds: Readonly<Record<string, string>> = { ...catalogueActKinds }
