import { mount } from 'svelte';
import App from './app/App.svelte';
import { showSettings } from './lib/settings.svelte';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';

showSettings();
const target = document.getElementById('app');
if (target) mount(App, { target });
