/** Days after which a notification is deleted. */
export const notificationDays = 90
/** Unread notifications are counted up to this number. */
export const maxUnreadCount = 100
