//! Attributes of Metal that naga does not write: raster order groups of outputs, the largest number of threads.

use crate::dialect::create_info::Info;
use crate::model::Stage;

/// The text with the attributes that the info asks for.
pub fn annotate(info: &Info, stage: Stage, text: &str) -> String {
    let mut text = text.to_owned();
    if stage == Stage::Pixel {
        for output in &info.fragment_out {
            if let Some(group) = output.value.raster_order_group {
                let slot = output.value.slot;
                text = text
                    .replace(&format!("[[color({slot})]]"), &format!("[[color({slot}), raster_order_group({group})]]"));
            }
        }
    }
    if let Some(threads) = info.max_total_threads.as_ref().filter(|_| stage == Stage::Compute) {
        let kernel = format!("[[max_total_threads_per_threadgroup({})]]\nkernel void ", threads.value);
        text = text.replacen("kernel void ", &kernel, 1);
    }
    text
}
