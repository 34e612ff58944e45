export { openValkey, type Valkey } from './connection.ts'
export { createSharedCounts } from './shared-counts.ts'
export { createMemberSubscriptions, createValkeyBus } from './valkey-bus.ts'
