/** The service worker of browsers that are told while their pages are closed. It shows what comes, and keeps no page and no file. */

self.addEventListener('push', (event) => {
  const { title = 'Wartable', body = '', url = '/', tag = 'wartable' } = event.data ? event.data.json() : {};
  event.waitUntil(self.registration.showNotification(title, { body, tag, renotify: true, icon: '/icon-192.png', badge: '/badge-96.png', data: { url } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.url));
});

/** A browser changes its address now and then: whoever was told goes on being told. */
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.oldSubscription ?? null, event.newSubscription ?? null));
});

async function lead(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((window) => new URL(window.url).pathname === url);
  await (there ? there.focus() : self.clients.openWindow(url));
}

async function renew(before, after) {
  const made = after ?? (before && await self.registration.pushManager.subscribe(before.options));
  if (!made) return;
  const { endpoint, keys } = made.toJSON();
  await fetch('/api/me/push', { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ endpoint, ...keys }) });
}
