/** Finding works and people by name, and lines by what is said (D-36). */
export { searchHandlers } from './handlers.ts'
