import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import dark from '../../docs/images/gallery.webp';
import light from '../../docs/images/gallery-light.webp';
import LiveScene from './LiveScene.vue';
import './home.css';

const alt = 'A knot, cloth on a turning sphere, a wall and an arch, hair, 320 spheres, a twisted rod';
const picture = (src, theme) => h('img', { class: `image-src home-picture ${theme}`, src, alt });

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'home-hero-image': () => [picture(light, 'light'), picture(dark, 'dark')],
    }),
  enhanceApp({ app }) {
    app.component('LiveScene', LiveScene);
  },
};
