import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import gallery from '../../docs/images/gallery.jpg';
import LiveScene from './LiveScene.vue';

const alt = 'A knot, cloth on a turning sphere, a wall and an arch, hair, 320 spheres, a twisted rod';

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'home-hero-image': () =>
        h('img', { class: 'image-src', src: gallery, alt, style: 'width: 100%; max-width: none; border-radius: 8px' }),
    }),
  enhanceApp({ app }) {
    app.component('LiveScene', LiveScene);
  },
};
