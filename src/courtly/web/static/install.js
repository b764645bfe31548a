/** Registers the service worker. It caches public pages for offline use, and shows notifications. */

import { register } from "./registration.js";

if ("serviceWorker" in navigator) addEventListener("load", register);
