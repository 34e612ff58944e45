import type { ServerModule, Sockets } from '#server/api/server-module.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import { customerServicesHandlers } from './handlers.ts'
import { runCustomerServicesMaintenance } from './maintenance.ts'

export const customerServicesServerModule = (
  deps: Parameters<typeof customerServicesHandlers>[0] & { sockets: Sockets },
) =>
  ({
    endpoints: { customer_services: customerServicesHandlers(deps) },
    notifications: {
      inquiry_answered(notice) {
        type Notice = { member_id: number; inquiry_id: number }
        const { member_id, inquiry_id } = JSON.parse(notice) as Notice
        deps.sockets.sendToMember(member_id, { type: 'inquiry_answered', inquiry_id })
      },
    },
  }) satisfies ServerModule

export const customerServicesWorkerModule = (
  deps: Parameters<typeof runCustomerServicesMaintenance>[0],
) =>
  ({
    tasks: [
      {
        name: 'customer services',
        seconds: 3_600,
        run: () => runCustomerServicesMaintenance(deps),
      },
    ],
  }) satisfies WorkerModule
